import { readdir, readFile, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import t, { type Test } from 'tap'

import {
  BusyError,
  createConverter,
  UnreadablePictureError,
  type Converter,
} from '#server/images/converter/converter.ts'
import { createPictureFolder } from '#server/images/picture-folder.ts'
import { createPictures } from '#server/images/pictures.ts'
import { testFolder } from '#test/support/test-folder.ts'
import { until } from '#test/support/until.ts'

import { photograph } from './open-pictures.ts'

const SMALL = { width: 32, format: 'webp' } as const
const QUIET = { warn() {} }
const DAY_MS = 86_400_000

t.test('a picture that a hundred want at once is made once, and in avif once', async (t) => {
  const made: string[] = []
  const pictures = openPictures(t, counting(openConverter(t), made))
  const source = await photograph(64)
  const wanted = { ...SMALL, showsAvif: true }
  const get = () => pictures.get('ring', wanted, async () => source)
  const found = await Promise.all(Array.from({ length: 100 }, get))
  t.equal(new Set(found.map(({ picture }) => picture.bytes)).size, 1)
  await until(async () => !(await get()).isInterim)
  t.same(made, ['webp', 'avif'])
})

t.test('two processes that make the same picture in one folder do no harm', async (t) => {
  const dir = testFolder(t)
  const source = await photograph(64)
  const found = await Promise.all(
    [openPictures(t, openConverter(t), dir), openPictures(t, openConverter(t), dir)].map((pictures) =>
      pictures.get('ring', { ...SMALL, showsAvif: false }, async () => source),
    ),
  )
  t.same(found[0]?.picture.bytes, found[1]?.picture.bytes)
  await until(async () => /^\w+\.webp$/.test((await readdir(dir)).join()))
})

t.test('whoever dies of a picture takes no other along', async (t) => {
  const converter = openConverter(t, { mostMs: 1 })
  const source = await photograph(64)
  const convert = () => converter.convert(async () => source, SMALL)
  await t.rejects(convert(), UnreadablePictureError, 'who takes too long is ended')
  const patient = openConverter(t)
  const [lost, good] = await Promise.allSettled([
    patient.convert(() => Promise.reject(new Error('no source')), SMALL),
    patient.convert(async () => source, SMALL),
  ])
  t.match(lost, { status: 'rejected', reason: { message: 'no source' } })
  t.equal(good?.status, 'fulfilled')
})

t.test('where too many wait, the next is told to come again, and who waits is served', async (t) => {
  const converter = openConverter(t, { mostWaiting: 2 })
  const source = await photograph(64)
  const asked = Array.from({ length: 5 }, () => converter.convert(async () => source, SMALL))
  const outcomes = await Promise.allSettled(asked)
  t.same(
    outcomes.map(({ status }) => status),
    ['fulfilled', 'fulfilled', 'fulfilled', 'rejected', 'rejected'],
  )
  t.match(outcomes[4], { reason: { name: 'BusyError', statusCode: 503 } })
  converter.close()
  await t.rejects(
    converter.convert(async () => source, SMALL),
    BusyError,
  )
})

t.test('a converter without work ends its processes, and begins again', async (t) => {
  const converter = openConverter(t, { idleMs: 1 })
  const source = await photograph(64)
  for (const _ of [1, 2, 3]) {
    t.ok((await converter.convert(async () => source, SMALL)).length > 0)
    await until(async () => (await childrenOf(process.pid)).length === 0)
  }
})

t.test('a full folder loses what nobody has asked for the longest, and what somebody left half written', async (t) => {
  const dir = testFolder(t)
  const folder = createPictureFolder({ dir, mostBytes: 40_000, log: QUIET })
  const kilobytes = Buffer.alloc(8000, 'x')
  const ages = { oldest: 9, old: 8, young: 2, new: 0 }
  for (const [name, days] of Object.entries(ages)) {
    await writeFile(join(dir, name), kilobytes)
    await age(join(dir, name), days)
  }
  await folder.read('oldest')
  await writeFile(join(dir, 'dead.part'), '')
  await age(join(dir, 'dead.part'), 1)
  await writeFile(join(dir, 'writing.part'), '')
  await folder.tidy()
  t.same((await readdir(dir)).toSorted(), ['new', 'old', 'oldest', 'writing.part', 'young'])

  await folder.write('next', kilobytes)
  await until(async () => !(await readdir(dir)).includes('old'))
  t.same((await readdir(dir)).toSorted(), ['new', 'next', 'oldest', 'writing.part', 'young'], 'who was asked for stays')
  t.equal((await stat(join(dir, 'next'))).size, 8000)
})

function openConverter(t: Test, options: { mostMs?: number; mostWaiting?: number; idleMs?: number } = {}): Converter {
  const converter = createConverter({ processes: 1, niceness: 0, mostWaiting: 100, mostMs: 20_000, ...options })
  t.teardown(() => converter.close())
  return converter
}

function openPictures(t: Test, converter: Converter, dir = testFolder(t)) {
  const folder = createPictureFolder({ dir, mostBytes: 1_000_000_000, log: QUIET })
  t.teardown(() => folder.close())
  return createPictures({ folder, now: converter, later: converter, log: QUIET })
}

function counting(converter: Converter, made: string[]): Converter {
  return {
    close: () => converter.close(),
    convert(read, size) {
      made.push(size.format)
      return converter.convert(read, size)
    },
  }
}

async function age(file: string, days: number): Promise<void> {
  const then = new Date(Date.now() - days * DAY_MS)
  await utimes(file, then, then)
}

async function childrenOf(pid: number): Promise<string[]> {
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')
  return children.split(' ').filter(Boolean)
}
