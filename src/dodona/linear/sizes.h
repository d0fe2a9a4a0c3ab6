/* What the kernel and the training of weights have room for. */
#ifndef DODONA_SIZES_H
#define DODONA_SIZES_H

#define DODONA_MOST_KEYS 256 /* of one configuration, word or place in a text */

#endif
