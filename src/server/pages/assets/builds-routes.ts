import type { FastifyInstance } from 'fastify'

import { LATEST_BUILD_PATH, type Build } from '#shared/page/build-manifest.ts'

/** Which build answers here, for pages that another one sent. */
export async function latestBuildRoute(app: FastifyInstance): Promise<void> {
  app.get(LATEST_BUILD_PATH, async (_request, reply): Promise<Build> => {
    reply.header('cache-control', 'no-store')
    return { id: app.build }
  })
}
