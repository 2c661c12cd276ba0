/**
 * Checks commerce/Dockerfile without Docker: its instructions run in folders of this machine, and Medusa runs as in a
 * container, as a user who can write only the uploads. Exit 1 if a check fails.
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

import sharp from 'sharp'

import { freePort } from '#dev/processes/ports.ts'
import { buildImage } from '#test/prove/image/build-image.ts'
import { compare, runImage } from '#test/prove/image/run-image.ts'
import { runCommand } from '#test/server/cli/run-command.ts'
import { openCommerce } from '#test/support/program-shop.ts'
import { openProgram } from '#test/support/program.ts'
import { until } from '#test/support/until.ts'
import { uploadImage } from '#test/support/upload-image.ts'

const ROOT = join(import.meta.dirname, '../..')
const PRICES = ['usd', 'gbp', 'eur', 'cad', 'aud', 'ils', 'jpy', 'chf']
const CSV = [
  ['handle,title_en,option1_name,option1_value,sku,images', ...PRICES.map((code) => `price_${code}`)].join(),
  ['imported-ring,An imported ring,Metal,Gold,IMPORTED-GOLD,ring.png', ...PRICES.map(() => '100')].join(),
].join('\n')

await using t = openProgram()
const folder = t.testdir()
const commerce = await openCommerce(t, { name: 'commerce-image', signal: t.signal })
await commerce.kill()
const image = await buildImage(ROOT, folder, t.signal, 'commerce/Dockerfile')
const port = await freePort(0, 'PORT')
const url = `http://127.0.0.1:${port}`
const uploads = join(folder, 'data')
const running = runImage(image, folder, {
  HOST: '127.0.0.1',
  PORT: String(port),
  DATABASE_URL: commerce.shopDatabaseUrl,
  MEDUSA_SECRET: commerce.medusaSecret,
  MEDUSA_BACKEND_URL: url,
  UPLOADS_DIR: uploads,
  LOG_LEVEL: 'warn',
})
t.teardown(running.stop)
const answers = async () => (await fetch(`${url}/health`).catch(() => undefined))?.ok
await until(answers, 60_000).catch(() => {
  throw new Error(`The image does not start:\n${running.output()}`)
})
const [ring, csv] = [join(folder, 'ring.png'), join(folder, 'rings.csv')]
await sharp({ create: { width: 8, height: 8, channels: 3, background: '#9c8' } }).toFile(ring)
writeFileSync(csv, CSV)

const uploaded = await uploadImage({ medusaUrl: url, adminKey: commerce.adminKey }, 8)
compare('uploaded image', 200, (await fetch(uploaded)).status)
const settings = { MEDUSA_URL: url, MEDUSA_ADMIN_KEY: commerce.adminKey }
const imported = await runCommand('import/import-command.ts', [csv, '--apply'], settings)
compare('CSV import', 0, imported.code)
if (imported.code !== 0) console.log(imported.output)
compare('HEALTHCHECK', 0, running.health())
for (const path of ['bin/serve.ts', 'static', 'new-file'])
  compare(`may write ${path}`, false, running.mayWrite(join(image.folder, path)))
compare('may write to UPLOADS_DIR', true, running.mayWrite(join(uploads, 'new-file')))
compare('exit code after SIGTERM', 0, await running.stop())
