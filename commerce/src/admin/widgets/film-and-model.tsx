import { defineWidgetConfig } from '@medusajs/admin-sdk'
import type { HttpTypes } from '@medusajs/framework/types'
import { Button, Hint, Text, toast } from '@medusajs/ui'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'

import { CANNOT_PLAY, checkFilm, checkUpload, FORMATS, formatOf } from '../../media/check-upload.ts'
import { toMetalCode } from '../../media/metal-code.ts'
import { callMedusa } from '../call-medusa.ts'
import { Code, useMedusa, Widget } from '../parts.tsx'

type Kind = 'film' | 'model'

interface Place {
  key: string
  label: string
  kind: Kind
}

const HINTS: Record<Kind, string> = {
  film: 'A .webm, a .mp4 or the same film as both: at most 4 MB, 30 s and 1080 px on a side. Best: a loop of 8 s at 720 px.',
  model: 'A .glb of at most 4 MB and, for iPhones, the same as .usdz of at most 8 MB.',
}

export const config = defineWidgetConfig({ zone: 'product.details.after' })

export default function FilmAndModel({ data: { id } }: { data: { id: string } }) {
  const query = useMedusa<HttpTypes.AdminProductResponse>(
    `/admin/products/${id}?fields=metadata,options.title,options.values.id,options.values.value`,
    { partOf: ['products', 'detail', id] },
  )
  const product = query.data?.product
  return (
    <Widget title="Film and 3D model" query={query}>
      {product
        ? listPlaces(product).map((place) => (
            <Files
              key={place.key}
              product={id}
              place={place}
              stored={(product.metadata?.[place.key] ?? '') as string}
            />
          ))
        : null}
    </Widget>
  )
}

function Files({ product, place: { key, label, kind }, stored }: { product: string; place: Place; stored: string }) {
  const client = useQueryClient()
  const input = useRef<HTMLInputElement>(null)
  const save = useMutation({
    mutationFn: async (files: File[]) => {
      const value = files.length > 0 ? await upload(files, kind) : ''
      // Medusa keeps the keys that are not named, and removes one with an empty text.
      await callMedusa(`/admin/products/${product}`, { metadata: { [key]: value } })
    },
    async onSuccess(_answer, files) {
      await client.invalidateQueries()
      toast.success(`${label}: ${files.length > 0 ? 'saved' : 'removed'}`, {
        description: 'The shop shows it within seconds.',
      })
    },
  })
  const sources = stored.split(/\s+/).filter(Boolean)
  const endings = [...FORMATS].flatMap(([ending, format]) => (format.kind === kind ? [`.${ending}`] : []))
  // The shop's own media are not on this host.
  const film = kind === 'film' && sources.find((source) => URL.canParse(source))
  return (
    <section aria-label={label} className="flex items-start gap-x-4 px-6 py-4">
      <div className="flex flex-1 flex-col gap-y-1">
        <Text size="small" weight="plus">
          {label}
        </Text>
        {sources.map((source) => (
          <Code key={source}>{source.slice(source.lastIndexOf('/') + 1)}</Code>
        ))}
        {film ? <video src={film} muted loop controls playsInline className="h-32 w-fit rounded-lg" /> : null}
        {key === kind ? <Hint>{HINTS[kind]}</Hint> : null}
        <div role="alert">{save.error ? <Hint variant="error">{save.error.message}</Hint> : null}</div>
      </div>
      <div className="flex gap-x-2">
        <input
          ref={input}
          type="file"
          hidden
          multiple
          aria-label={`Files of ${label}`}
          accept={endings.join()}
          onChange={({ target }) => {
            const chosen = [...(target.files ?? [])]
            if (chosen.length > 0) save.mutate(chosen)
            // The same file may be chosen again once it is corrected.
            target.value = ''
          }}
        />
        <Button size="small" variant="secondary" isLoading={save.isPending} onClick={() => input.current?.click()}>
          {sources.length > 0 ? 'Replace' : 'Choose files'}
        </Button>
        {sources.length > 0 ? (
          <Button size="small" variant="secondary" disabled={save.isPending} onClick={() => save.mutate([])}>
            Remove
          </Button>
        ) : null}
      </div>
    </section>
  )
}

/** Also films of metals that the product no longer has, so that they can be removed. */
function listPlaces({ metadata, options }: HttpTypes.AdminProduct): Place[] {
  const metals = options?.find(({ title }) => title.toLowerCase() === 'metal')?.values ?? []
  const named = new Map(
    metals.length > 1 ? metals.map(({ id, value }) => [`film:${toMetalCode(value, id)}`, value]) : [],
  )
  for (const key of Object.keys(metadata ?? {}))
    if (key.startsWith('film:') && !named.has(key)) named.set(key, key.slice('film:'.length))
  return [
    { key: 'film', label: named.size > 0 ? 'Film of every metal' : 'Film', kind: 'film' },
    ...[...named].map(([key, metal]): Place => ({ key, label: `Film in ${metal}`, kind: 'film' })),
    { key: 'model', label: '3D model', kind: 'model' },
  ]
}

/** @returns the addresses, best format first. Throws Error with sentences for the staff if a file is not right. */
async function upload(files: readonly File[], kind: Kind) {
  const form = new FormData()
  const chosen = [...FORMATS.keys()].flatMap((ending) => files.filter(({ name }) => formatOf(name) === ending))
  for (const file of files) {
    const problem = await problemOf(file, kind)
    if (problem) throw new Error(`${file.name}: ${problem}`)
  }
  if (new Set(chosen.map(({ name }) => formatOf(name))).size < chosen.length)
    throw new Error('These are several files of one format. Choose one of each.')
  if (kind === 'model' && !chosen.some(({ name }) => formatOf(name) === 'glb'))
    throw new Error('Only iPhones show a .usdz. Choose the .glb together with it.')
  // A space would separate two addresses.
  for (const file of chosen) form.append('files', file, file.name.replaceAll(/[^\w.-]+/g, '-'))
  const stored = await callMedusa<{ files: { url: string }[] }>('/admin/uploads', form)
  return stored.files.map(({ url }) => url).join(' ')
}

async function problemOf(file: File, kind: Kind) {
  const problem = checkUpload(file.name, new Uint8Array(await file.arrayBuffer()))
  if (problem) return problem
  if (FORMATS.get(formatOf(file.name))?.kind !== kind) return `This is no ${kind}. ${HINTS[kind]}`
  return kind === 'film' ? watch(file) : undefined
}

async function watch(file: File) {
  const video = document.createElement('video')
  const url = URL.createObjectURL(file)
  try {
    return await new Promise<string | undefined>((resolve) => {
      video.addEventListener('loadedmetadata', () => resolve(checkFilm(video)))
      video.addEventListener('error', () => resolve(CANNOT_PLAY))
      video.src = url
    })
  } finally {
    URL.revokeObjectURL(url)
  }
}
