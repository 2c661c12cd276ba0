/**
 * Checks the Dockerfile without Docker: its instructions run in folders of this machine, and the result runs as in a
 * container, over a real Medusa. Exit 1 if a check fails.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { freePort } from '#dev/processes/ports.ts'
import { buildImage } from '#test/prove/image/build-image.ts'
import { compare, runImage, whenReady } from '#test/prove/image/run-image.ts'
import { openCommerce } from '#test/support/program-shop.ts'
import { openProgram, report } from '#test/support/program.ts'

const ROOT = join(import.meta.dirname, '../..')
const PRODUCT = 'round-halo-ring'
const FOREIGN = ['commerce', 'test', 'src/dev', 'src/build', 'src/app', '.git', 'vite.config.ts']

await using t = openProgram()
const dir = t.testdir()
const commerce = await openCommerce(t, { name: 'image', signal: t.signal })
const image = await buildImage(ROOT, dir, t.signal)
compare('what is no part of it', 0, FOREIGN.filter((name) => existsSync(join(image.folder, name))).length)
compare('development packages', 0, developmentPackages(image.folder).length)
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
t.teardown(running.stop)
const url = await whenReady(running)
for (const path of ['/healthz', '/readyz', `/en/shop/product/${PRODUCT}`, `/ru/shop/product/${PRODUCT}`])
  compare(path, 200, (await fetch(`${url}${path}`)).status)
const page = await (await fetch(`${url}/en/shop/product/${PRODUCT}`)).text()
const [script = ''] = /\/assets\/[\w.-]+\.js/.exec(page) ?? []
const [shown = ''] = /\/_image\/[^"\s]+/.exec(page) ?? []
for (const path of [script, shown])
  compare(path || 'a file of the page', 200, path ? (await fetch(url + path)).status : 'none')
compare('HEALTHCHECK', 0, running.health())
compare('may write to its program', false, running.mayWrite(join(image.folder, 'server.ts')))
compare('may write beside it', false, running.mayWrite(join(image.folder, 'new-file')))
compare('may write to DATA_DIR', true, running.mayWrite(join(dir, 'data', 'new-file')))
compare('exit code after SIGTERM', 0, await running.stop())
compare('files written beside its data', 0, filesIn(image.folder).length - files.length)
const megabytes = Number.parseInt(spawnSync('du', ['-sm', image.folder], { encoding: 'utf8' }).stdout, 10)
report('image/size', { value: megabytes, unit: 'MB without Node' })

function developmentPackages(folder: string): string[] {
  const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { dev?: boolean }>
  }
  return Object.keys(packages).filter((path) => packages[path]?.dev && existsSync(join(folder, path)))
}

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
}
