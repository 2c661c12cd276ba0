import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import sharp from 'sharp'
import t from 'tap'

import { freePort } from '#dev/processes/ports.ts'
import { adminOf } from '#test/server/cli/admin/operations/run-admin-command.ts'
import { startTestCommerce, withCalls } from '#test/support/commerce.ts'
import { cannotMount, readOnlySystem } from '#test/support/read-only.ts'
import { until } from '#test/support/until.ts'

const COMMERCE = join(import.meta.dirname, '../../commerce')
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

  const folder = await mkdtemp(join(tmpdir(), 'lumenite-uploads-'))
  t.teardown(() => rm(folder, { recursive: true, force: true }))
  const ring = join(folder, 'ring.png')
  await sharp({ create: { width: 8, height: 8, channels: 3, background: '#9c8' } })
    .png()
    .toFile(ring)
  const staff = adminOf(withCalls({ ...commerce, medusaUrl: url }))
  const uploaded = await staff(`uploads create --file ${ring} --json`)
  t.equal(uploaded.code, 0, uploaded.err)
  const [file] = (JSON.parse(uploaded.out || '{"files":[]}') as { files: { url: string }[] }).files
  t.equal((await fetch(file?.url ?? url)).status, 200, 'an uploaded image')
  t.ok((await readdir(volumes.uploads)).length > 0)

  medusa.kill('SIGTERM')
  t.equal((await exited)[0], 0)
  t.notMatch(chunks.join(''), /EROFS|EACCES|EPERM/)
})
