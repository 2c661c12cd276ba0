/**
 * Checks commerce/Dockerfile without Docker: its instructions run in folders of this machine, and Medusa runs as in a
 * container, as a user who can write only the uploads. Exit 1 if a check fails.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import sharp from 'sharp'

import { freePort } from '#dev/processes/ports.ts'
import { buildImage } from '#test/prove/image/build-image.ts'
import { runImage } from '#test/prove/image/run-image.ts'
import { runCommand } from '#test/server/cli/run-command.ts'
import { startTestCommerce } from '#test/support/commerce.ts'
import { until } from '#test/support/until.ts'
import { uploadImage } from '#test/support/upload-image.ts'

const ROOT = join(import.meta.dirname, '../..')
const PRICES = ['usd', 'gbp', 'eur', 'cad', 'aud', 'ils', 'jpy', 'chf']
const CSV = [
  ['handle,title_en,option1_name,option1_value,sku,images', ...PRICES.map((code) => `price_${code}`)].join(),
  ['imported-ring,An imported ring,Metal,Gold,IMPORTED-GOLD,ring.png', ...PRICES.map(() => '100')].join(),
].join('\n')

const abort = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => abort.abort(new Error(signal)))

const folder = mkdtempSync(join(tmpdir(), 'lumenite-commerce-image-'))
const commerce = await startTestCommerce({ name: 'commerce-image', signal: abort.signal })
try {
  await commerce.kill()
  const image = await buildImage(ROOT, folder, abort.signal, 'commerce/Dockerfile')
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
  try {
    const answers = () =>
      fetch(`${url}/health`).then(
        ({ ok }) => ok,
        () => false,
      )
    await until(answers, 60_000).catch(() => {
      throw new Error(`The image does not start:\n${running.output()}`)
    })
    const [ring, csv] = [join(folder, 'ring.png'), join(folder, 'rings.csv')]
    writeFileSync(
      ring,
      await sharp({ create: { width: 8, height: 8, channels: 3, background: '#9c8' } })
        .png()
        .toBuffer(),
    )
    writeFileSync(csv, CSV)

    const uploaded = await uploadImage({ medusaUrl: url, adminKey: commerce.adminKey }, 8)
    report('uploaded image', 200, (await fetch(uploaded)).status)
    const settings = { MEDUSA_URL: url, MEDUSA_ADMIN_KEY: commerce.adminKey }
    const imported = await runCommand('import/import-command.ts', [csv, '--apply'], settings)
    report('CSV import', 0, imported.code)
    if (imported.code !== 0) console.log(imported.output)
    report('HEALTHCHECK', 0, running.health())
    for (const path of ['bin/serve.ts', 'static', 'new-file'])
      report(`may write ${path}`, false, running.mayWrite(join(image.folder, path)))
    report('may write to UPLOADS_DIR', true, running.mayWrite(join(uploads, 'new-file')))
  } finally {
    report('exit code after SIGTERM', 0, await running.stop())
  }
} finally {
  await commerce.stop()
  rmSync(folder, { recursive: true, force: true })
}

function report(name: string, wanted: unknown, found: unknown): void {
  const passed = wanted === found
  if (!passed) process.exitCode = 1
  console.log(JSON.stringify({ name: `commerce-image/${name}`, value: found, ...(passed ? {} : { wanted }), passed }))
}
