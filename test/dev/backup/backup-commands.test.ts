import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

import t, { type Test } from 'tap'

import { openDataFolder } from '#dev/processes/data-folder.ts'
import { runCommand, type CommandResult } from '#test/server/cli/run-command.ts'

type Env = Record<string, string>
const DATABASES = {
  DATABASE_URL: 'postgres://shop:pass-word@127.0.0.1:9/storefront',
  COMMERCE_DATABASE_URL: 'postgres://127.0.0.1:9/commerce',
}

function openShop(t: Test) {
  const folder = mkdtempSync(join(tmpdir(), 'lumenite-backup-'))
  t.teardown(() => rmSync(folder, { recursive: true }))
  const envOf = (name: string): Env => ({ DATA_DIR: join(folder, name), CONTENT_DIR: join(folder, `${name}-content`) })
  const write = (path: string, text: string): void => {
    mkdirSync(dirname(join(folder, path)), { recursive: true, mode: 0o700 })
    writeFileSync(join(folder, path), text)
  }
  write('data/secret', 'the secret')
  write('data/postgres/PG_VERSION', '18')
  write('data/uploads/ring.webp', 'a picture')
  write('data/catalog/saved.json', 'a cache')
  write('data-content/site.yml', 'name: Hers')
  symlinkSync('site.yml', join(folder, 'data-content/link.yml'))
  const [source, target] = [envOf('data'), envOf('restored')]
  const backup = async (env: Env = source): Promise<CommandResult & { path: string }> => {
    const result = await runCommand('../../dev/backup/backup-command.ts', ['--to', join(folder, 'backups')], env)
    return { ...result, path: /^(\S+) is complete/m.exec(result.output)?.[1] ?? '' }
  }
  const restore = (path: string, env: Env = target, ...more: string[]): Promise<CommandResult> =>
    runCommand('../../dev/backup/restore-command.ts', [path, ...more], env)
  return {
    folder,
    source,
    target,
    write,
    read: (path: string) => readFileSync(join(folder, path), 'utf8'),
    backup,
    restore,
  }
}

t.test('an operator restores the files of a stopped shop, and no cache', async (t) => {
  const { folder, source, target, write, read, backup, restore } = openShop(t)
  const { code, output, path } = await backup()
  t.equal(code, 0, output)
  t.same(readdirSync(path), ['content.tar.gz', 'data.tar.gz', 'uploads.tar.gz'])
  for (const name of readdirSync(path)) t.equal(statSync(join(path, name)).mode & 0o777, 0o600, name)
  t.equal(statSync(path).mode & 0o777, 0o700)

  t.match(await restore(path), { code: 0, output: /The shop is restored/ })
  t.same(
    ['secret', 'postgres/PG_VERSION', 'uploads/ring.webp'].map((name) => read(`restored/${name}`)),
    ['the secret', '18', 'a picture'],
  )
  t.same(
    ['site.yml', 'link.yml'].map((name) => read(`restored-content/${name}`)),
    ['name: Hers', 'name: Hers'],
  )
  t.notOk(readdirSync(join(folder, 'restored')).includes('catalog'))

  await t.test('the shop that is there is replaced with --force only, and its content is kept', async (t) => {
    t.match(await restore(path), { code: 1, output: /already holds a shop: .*secret exists\. .* with --force\.\n$/ })
    write('restored/secret', 'another')
    write('restored/uploads/later.webp', 'later')
    write('restored-content/site.yml', 'name: Other')
    t.match(await restore(path, target, '--force'), { code: 0, output: /content that was here is now in .*\.before-/ })
    t.equal(read('restored/secret'), 'the secret')
    t.same(readdirSync(join(folder, 'restored/uploads')), ['ring.webp'])
    const [previous = ''] = readdirSync(folder).filter((name) => name.includes('.before-'))
    t.equal(read(`${previous}/site.yml`), 'name: Other')
    t.same(
      readdirSync(folder).filter((name) => name.includes('.restoring')),
      [],
    )
  })

  await t.test('a running shop is neither archived nor replaced', async (t) => {
    const lock = await openDataFolder(source['DATA_DIR'] ?? '', () => {})
    t.teardown(lock.release)
    const refusal = { code: 1, output: /^Another start \(process \d+\) already uses the data folder .*; stop it/ }
    t.match(await backup(), refusal)
    t.match(await restore(path, source, '--force'), refusal)
    t.equal(readdirSync(join(folder, 'backups')).length, 1, 'nothing unfinished is left')
  })
})

t.test('an operator who cannot make a backup is told what to do', async (t) => {
  const { folder, source, target, write, backup } = openShop(t)
  t.match(await backup(target), { code: 1, output: /^No shop has started on the data folder .* Name it with DATA_DIR/ })
  const without = await backup({ ...source, ...DATABASES, PATH: join(folder, 'data') })
  const missing = 'pg_dump is not installed. Install the package postgresql-client, in the version of the server.\n'
  t.match(without, { code: 1, output: missing })
  write('bin/pg_dump', '#!/bin/sh\necho "no, $* $PGPASSWORD" >&2; exit 1\n')
  chmodSync(join(folder, 'bin/pg_dump'), 0o700)
  t.match(await backup({ ...source, ...DATABASES, PATH: join(folder, 'bin') }), {
    code: 1,
    output: /^pg_dump failed: no, .* --dbname=postgres:\/\/shop@127\.0\.0\.1:9\/storefront pass-word\n$/,
  })
  t.same(readdirSync(join(folder, 'backups')), [], 'nothing unfinished is left')
})

t.test('a backup that does not fit or is damaged changes nothing', async (t) => {
  const { folder, target, write, read, backup, restore } = openShop(t)
  const { path } = await backup()
  t.match(await restore(join(folder, 'none')), { code: 1, output: /none is not a backup of a shop/ })
  t.match(await restore(path, { ...target, ...DATABASES }), {
    code: 1,
    output: /has no storefront\.dump\. Unset DATABASE_URL/,
  })
  write('restored/secret', 'another')
  const archive = join(path, 'content.tar.gz')
  const pack = (...args: string[]): Buffer => execFileSync('tar', ['-czPf', archive, '-C', folder, ...args])
  const whole = readFileSync(archive)
  const refused: [string, () => unknown, RegExp][] = [
    ['a damaged archive', () => writeFileSync(archive, whole.subarray(0, -20)), /tar failed: /],
    ['a file above the folder', () => pack('data/../data/secret'), /tar failed: .*'?\.\.'?/],
    ['a link', () => pack('data-content/link.yml'), /content\.tar\.gz holds link\.yml, which is no file/],
  ]
  for (const [what, damage, reason] of refused) {
    damage()
    t.match(await restore(path, target, '--force'), { code: 1, output: reason }, what)
    t.equal(read('restored/secret'), 'another')
    t.notOk(readdirSync(folder).includes('restored-content'))
  }
})
