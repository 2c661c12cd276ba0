import { constants } from 'node:zlib'

import type { FastifyCompressOptions } from '@fastify/compress'

/** Every write is flushed, because a compressor that buffers would delay a streamed page. */
export const compression: FastifyCompressOptions = {
  // Do not decompress requests: a few hundred bytes can decompress to a gigabyte. `request-encoding` rejects compressed
  // bodies instead.
  globalDecompression: false,
  encodings: ['br', 'gzip'],
  threshold: 1024,
  zlibOptions: { flush: constants.Z_SYNC_FLUSH },
  brotliOptions: {
    flush: constants.BROTLI_OPERATION_FLUSH,
    params: { [constants.BROTLI_PARAM_QUALITY]: 4 },
  },
}
