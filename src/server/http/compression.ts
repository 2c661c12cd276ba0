import { constants } from 'node:zlib'

import type { FastifyCompressOptions } from '@fastify/compress'

/** Every write is flushed, because a compressor that buffers would delay a streamed page. */
export const compression: FastifyCompressOptions = {
  // Requests are not decompressed: a few hundred bytes can become a gigabyte. `request-encoding` rejects them.
  globalDecompression: false,
  encodings: ['br', 'gzip'],
  threshold: 1024,
  zlibOptions: { flush: constants.Z_SYNC_FLUSH },
  brotliOptions: {
    flush: constants.BROTLI_OPERATION_FLUSH,
    params: { [constants.BROTLI_PARAM_QUALITY]: 4 },
  },
}
