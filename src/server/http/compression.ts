import { constants } from 'node:zlib'

import type { FastifyCompressOptions } from '@fastify/compress'

/** Flushed as it is written: a compressor that waits for more would hold a streamed page back. */
export const compression: FastifyCompressOptions = {
  // A few hundred bytes can stand for a gigabyte: `request-encoding` refuses compressed bodies instead.
  globalDecompression: false,
  encodings: ['br', 'gzip'],
  threshold: 1024,
  zlibOptions: { flush: constants.Z_SYNC_FLUSH },
  brotliOptions: {
    flush: constants.BROTLI_OPERATION_FLUSH,
    params: { [constants.BROTLI_PARAM_QUALITY]: 4 },
  },
}
