import { ResponsiveImage } from '../../ui/image.tsx'

export interface DecorImage {
  url: string
  width: number
  height: number
  placeholder: string | null
}

const AWAY = { left: '-translate-x-full', right: 'translate-x-full @min-[60rem]:col-start-3' }

/** Comes in from its side when the banner says so; for those who want nothing to move it stands there. */
export function BannerImage({ picture: shown, from }: { picture: DecorImage; from: keyof typeof AWAY }) {
  return (
    <div
      aria-hidden
      className={`transition-[translate] duration-700 ease-out group-data-in/banner:translate-x-0 motion-reduce:translate-x-0 no-script:translate-x-0 ${AWAY[from]}`}
    >
      <ResponsiveImage
        image={{ ...shown, alt: '' }}
        sizes="(min-width: 60rem) 40vw, 50vw"
        frame="aspect-[4/3] @min-[60rem]:aspect-auto @min-[60rem]:h-full"
      />
    </div>
  )
}
