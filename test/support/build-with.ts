import { join } from 'node:path'

import { createBuilder, type Plugin } from 'vite'

/**
 * Builds the browser's half of the shop and writes no files.
 * @param plugin a plugin in addition to those of the project
 * @throws the error of the build
 */
export async function buildWith(plugin: Plugin): Promise<void> {
  const builder = await createBuilder({
    configFile: join(import.meta.dirname, '../../vite.config.ts'),
    logLevel: 'silent',
    build: { write: false },
    plugins: [plugin],
  })
  const { client } = builder.environments
  if (!client) throw new Error('the build has no browser half')
  await builder.build(client)
}
