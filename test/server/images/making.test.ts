import { readdir, readFile, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

import t, { type Test } from 'tap'

import { BusyError, createConverter, LostProcessError, type Converter } from '#server/images/converter/converter.ts'
import { createImageFolder } from '#server/images/image-folder.ts'
import { createImageProcessor } from '#server/images/image-processor.ts'
import { testFolder } from '#test/support/test-folder.ts'
import { until } from '#test/support/until.ts'

import { photograph } from './open-images.ts'

const SMALL = { width: 32, format: 'webp' } as const
const QUIET = { warn() {} }
const DAY_MS = 86_400_000
/** A folder that keeps nothing. */
const NOWHERE = { read: async () => undefined, async write() {}, async tidy() {}, async close() {} }

type Convert = Pick<Converter, 'convert'>

t.test('a picture that a hundred want at once is made once, and in avif once', async (t) => {
  const made: string[] = []
  const images = openImages(t, counting(openConverter(t), made))
  const source = await photograph(64)
  const wanted = { ...SMALL, showsAvif: true }
  const get = () => images.get('ring', wanted, async () => source)
  const found = await Promise.all(Array.from({ length: 100 }, get))
  t.equal(new Set(found.map(({ picture: image }) => image.bytes)).size, 1)
  await until(async () => !(await get()).isInterim)
  t.same(made, ['webp', 'avif'])
})

t.test('whoever looked on a slow disk while a picture was made does not have it made again', async (t) => {
  const made: string[] = []
  const disk = Promise.withResolvers<undefined>()
  let look: Promise<undefined> | undefined = disk.promise
  const folder = { ...NOWHERE, read: async () => look }
  const converter = counting({ convert: async () => Buffer.from(made.length === 1 ? 'webp' : 'avi') }, made)
  const images = createImageProcessor({ folder, now: converter, later: converter, log: QUIET })
  const get = (showsAvif: boolean) => images.get('ring', { ...SMALL, showsAvif }, async () => Buffer.alloc(0))
  const late = [get(true), get(false)]
  look = undefined
  await until(async () => !(await get(true)).isInterim)
  disk.resolve(undefined)
  await Promise.all(late)
  t.same(made, ['webp', 'avif'])
})

t.test('two processes that make the same picture in one folder do no harm', async (t) => {
  const dir = testFolder(t)
  const source = await photograph(64)
  const found = await Promise.all(
    [openImages(t, openConverter(t), dir), openImages(t, openConverter(t), dir)].map((images) =>
      images.get('ring', { ...SMALL, showsAvif: false }, async () => source),
    ),
  )
  t.same(found[0]?.picture.bytes, found[1]?.picture.bytes)
  await until(async () => /^\w+\.webp$/.test((await readdir(dir)).join()))
})

t.test('whoever dies of a picture takes no other along', async (t) => {
  const converter = openConverter(t, { mostMs: 1 })
  const source = await photograph(64)
  const convert = () => converter.convert(async () => source, SMALL)
  await t.rejects(convert(), LostProcessError, 'who takes too long is ended')
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

t.test('a process that ends at the wrong moment costs time, and no picture', async (t) => {
  const source = await photograph(64)
  const impatient = openConverter(t, { idleMs: 1 })
  await impatient.convert(async () => source, SMALL)
  // While its source is read, anyone who rested goes.
  const read = async () => {
    await until(async () => (await childrenOf(process.pid)).length === 0)
    return source
  }
  t.ok((await impatient.convert(read, SMALL)).length > 0)
  await until(async () => (await childrenOf(process.pid)).length === 0)

  const converter = openConverter(t)
  const kill = async () => {
    const [child] = await until(async () => {
      const children = await childrenOf(process.pid)
      return children.length > 0 && children
    })
    process.kill(Number(child), 'SIGKILL')
  }
  const [made] = await Promise.all([converter.convert(async () => source, SMALL), kill()])
  t.ok(made.length > 0, 'as when the memory is full')
})

t.test('a picture whose processes die is not taken for a broken one, nor tried again at once', async (t) => {
  let tried = 0
  const deadly: Convert = {
    convert() {
      tried += 1
      return Promise.reject(new LostProcessError('dead'))
    },
  }
  const images = openImages(t, deadly)
  const get = () => images.get('ring', { ...SMALL, showsAvif: false }, async () => photograph(64))
  for (const _ of [1, 2]) await t.rejects(get(), { name: 'LostProcessError', statusCode: 503 })
  t.equal(tried, 1)
})

t.test('pictures that wait for their avif take no room meanwhile', async (t) => {
  const megabytes = 4 * 1024 * 1024
  const big: Convert = { convert: async () => Buffer.alloc(megabytes, 'x') }
  const waiting: unknown[] = []
  const slow: Convert = { convert: () => new Promise((resolve) => waiting.push(resolve)) }
  const images = createImageProcessor({ folder: NOWHERE, now: big, later: slow, log: QUIET })
  const before = collected()
  for (let index = 0; index < 40; index += 1) {
    await images.get(`ring ${index}`, { ...SMALL, showsAvif: true }, async () => Buffer.alloc(0))
  }
  t.equal(waiting.length, 40)
  // What was collected is given back by a thread of its own.
  await t.resolves(until(() => (collected() - before) / megabytes < 12))
})

t.test('a full folder loses what nobody has asked for the longest, and what somebody left half written', async (t) => {
  const dir = testFolder(t)
  const folder = createImageFolder({ dir, mostBytes: 40_000, log: QUIET })
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

function openImages(t: Test, converter: Convert, dir = testFolder(t)) {
  const folder = createImageFolder({ dir, mostBytes: 1_000_000_000, log: QUIET })
  t.teardown(() => folder.close())
  return createImageProcessor({ folder, now: converter, later: converter, log: QUIET })
}

function counting(converter: Convert, made: string[]): Convert {
  return {
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

/** What buffers weigh that someone still holds. */
function collected(): number {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  collect()
  return process.memoryUsage().arrayBuffers
}

async function childrenOf(pid: number): Promise<string[]> {
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')
  return children.split(' ').filter(Boolean)
}
