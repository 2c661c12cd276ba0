import type { FastifyInstance } from 'fastify'

import { LATEST_BUILD_PATH, type Build } from '#shared/page/build-manifest.ts'

/** Returns the build id of this server, for pages that another build rendered. */
export async function latestBuildRoute(app: FastifyInstance): Promise<void> {
  app.get(LATEST_BUILD_PATH, async (_request, reply): Promise<Build> => {
    reply.header('cache-control', 'no-store')
    return { id: app.build }
  })
}
