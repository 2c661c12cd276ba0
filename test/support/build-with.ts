import { join } from 'node:path'

import { createBuilder, type Plugin } from 'vite'

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
