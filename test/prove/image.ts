/**
 * Checks the Dockerfile without Docker: its instructions run in folders of this machine, and the result runs as in a
 * container, over a real Medusa. Exit 1 if a check fails.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { freePort } from '#dev/processes/ports.ts'
import { buildImage } from '#test/prove/image/build-image.ts'
import { runImage, whenReady } from '#test/prove/image/run-image.ts'
import { startTestCommerce } from '#test/support/commerce.ts'

const ROOT = join(import.meta.dirname, '../..')
const PRODUCT = 'round-halo-ring'
/** Files of the repository that must not be in the image. */
const FOREIGN = ['commerce', 'test', 'src/dev', 'src/build', 'src/app', '.git', 'vite.config.ts']

const abort = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => abort.abort(new Error(signal)))

const dir = mkdtempSync(join(tmpdir(), 'lumenite-image-'))
const commerce = await startTestCommerce({ name: 'image', signal: abort.signal })
try {
  const image = await buildImage(ROOT, dir, abort.signal)
  notify('what is no part of it', 0, FOREIGN.filter((name) => existsSync(join(image.folder, name))).length)
  notify('development packages', 0, developmentPackages(image.folder).length)
  const files = filesIn(image.folder)
  const running = runImage(image, dir, {
    HOST: '127.0.0.1',
    PORT: String(await freePort(0, 'PORT')),
    MEDUSA_URL: commerce.medusaUrl,
    MEDUSA_PUBLISHABLE_KEY: commerce.publishableKey,
    DATABASE_URL: commerce.databaseUrl,
    SECRET: commerce.secret,
    LOG_LEVEL: 'error',
  })
  try {
    const url = await whenReady(running)
    for (const path of ['/healthz', '/readyz', `/en/shop/product/${PRODUCT}`, `/ru/shop/product/${PRODUCT}`]) {
      notify(path, 200, (await fetch(`${url}${path}`)).status)
    }
    const page = await (await fetch(`${url}/en/shop/product/${PRODUCT}`)).text()
    const [script = ''] = /\/assets\/[\w.-]+\.js/.exec(page) ?? []
    const [shown = ''] = /\/_image\/[^"\s]+/.exec(page) ?? []
    for (const path of [script, shown]) {
      notify(path || 'a file of the page', 200, path ? (await fetch(url + path)).status : 'none')
    }
    notify('HEALTHCHECK', 0, running.health())
    notify('may write to its program', false, running.mayWrite(join(image.folder, 'server.ts')))
    notify('may write beside it', false, running.mayWrite(join(image.folder, 'new-file')))
    notify('may write to DATA_DIR', true, running.mayWrite(join(dir, 'data', 'new-file')))
  } finally {
    notify('exit code after SIGTERM', 0, await running.stop())
  }
  notify('files written beside its data', 0, filesIn(image.folder).length - files.length)
  console.log(JSON.stringify({ name: 'image/size', value: megabytes(image.folder), unit: 'MB without Node' }))
} finally {
  await commerce.stop()
  rmSync(dir, { recursive: true, force: true })
}

function notify(name: string, wanted: unknown, found: unknown): void {
  const passed = wanted === found
  if (!passed) process.exitCode = 1
  console.log(JSON.stringify({ name: `image/${name}`, value: found, ...(passed ? {} : { wanted }), passed }))
}

/** Installed packages that the lock file marks as development dependencies. */
function developmentPackages(folder: string): string[] {
  const lock = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { dev?: boolean }>
  }
  return Object.entries(lock.packages).flatMap(([path, { dev }]) =>
    dev && existsSync(join(folder, path)) ? [path] : [],
  )
}

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
}

function megabytes(folder: string): number {
  return Number.parseInt(spawnSync('du', ['-sm', folder], { encoding: 'utf8' }).stdout, 10)
}
