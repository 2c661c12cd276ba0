import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'

import t from 'tap'

import { freePort } from '#dev/processes/ports.ts'
import { startTestCommerce } from '#test/support/commerce.ts'
import { cannotMount, readOnlySystem } from '#test/support/read-only.ts'
import { until } from '#test/support/until.ts'
import { uploadImage } from '#test/support/upload-image.ts'

const COMMERCE = join(import.meta.dirname, '../../../commerce')
const skip = cannotMount()

t.test('an orchestrator runs Medusa as any user, with a read-only file system', { skip }, async (t) => {
  const commerce = await startTestCommerce({ name: 'read-only' })
  t.teardown(commerce.stop)
  await commerce.kill()
  const { within, volumes } = await readOnlySystem(t, ['uploads', 'tmp'])
  const port = await freePort(0, 'PORT')
  const url = `http://127.0.0.1:${port}`
  const medusa = spawn(within[0] ?? '', [...within.slice(1), process.execPath, 'bin/serve.ts'], {
    cwd: COMMERCE,
    env: {
      PATH: process.env['PATH'],
      HOME: '/nonexistent',
      TMPDIR: volumes.tmp,
      NODE_ENV: 'production',
      MEDUSA_DISABLE_TELEMETRY: '1',
      HOST: '127.0.0.1',
      PORT: String(port),
      DATABASE_URL: commerce.shopDatabaseUrl,
      MEDUSA_SECRET: commerce.medusaSecret,
      MEDUSA_BACKEND_URL: url,
      ALLOWED_HOSTS: 'medusa',
      UPLOADS_DIR: volumes.uploads,
      LOG_LEVEL: 'warn',
    },
  })
  const chunks: string[] = []
  for (const stream of [medusa.stdout, medusa.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => chunks.push(text))
  const exited = once(medusa, 'exit')
  t.teardown(async () => {
    medusa.kill('SIGKILL')
    await exited
  })
  const answers = () =>
    fetch(`${url}/health`).then(
      ({ ok }) => ok,
      () => false,
    )
  await until(answers, 90_000).catch(() => t.fail(chunks.join('')))

  const image = await uploadImage({ medusaUrl: url, adminKey: commerce.adminKey }, 8)
  t.equal((await fetch(image)).status, 200, 'an uploaded image')
  t.ok((await readdir(volumes.uploads)).length > 0)

  medusa.kill('SIGTERM')
  t.equal((await exited)[0], 0)
  t.notMatch(chunks.join(''), /EROFS|EACCES|EPERM/)
})
