import type { Image } from '#shared/product/product.ts'

import { MoonIcon, SunIcon, SystemIcon } from '../../shell/color-mode/color-mode-icons.tsx'
import {
  ArrowLeftIcon,
  ArrowRightIcon,
  BagIcon,
  CheckIcon,
  ChevronDownIcon,
  CloseIcon,
  HeartIcon,
  MenuIcon,
  MinusIcon,
  PlusIcon,
  SearchIcon,
  ZoomIcon,
} from '../../ui/icons.tsx'
import { ResponsiveImage } from '../../ui/image.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Sample } from '../sample.tsx'
import { useGuideMessages } from '../use-guide-messages.ts'

const SIZES = '(min-width: 64rem) 14rem, 45vw'

/** A photograph before, while and after it is there, and what stands in for words meanwhile. */
export function ImageProcessor({ image }: { image: Image | null }) {
  const { messages: text } = useGuideMessages()
  return (
    <>
      <div className="grid grid-cols-2 gap-x-4 gap-y-8 lg:grid-cols-4">
        {image ? (
          <>
            <Sample name={text.loaded}>
              <ResponsiveImage image={image} sizes={SIZES} />
            </Sample>
            <Sample name={text.placeholder}>
              <span className="relative block aspect-square overflow-hidden bg-frame">
                {image.placeholder ? (
                  <img src={image.placeholder} alt="" className="absolute inset-0 size-full object-cover" />
                ) : null}
              </span>
            </Sample>
          </>
        ) : null}
        <Sample name={text.missing}>
          <span className="block aspect-square bg-frame" />
        </Sample>
        <Sample name={text.skeletons}>
          <span className="block">
            <Skeleton className="aspect-square" />
            <Skeleton className="mt-4 h-7 w-3/4" />
            <Skeleton className="mt-1.5 h-5.5 w-1/2" />
          </span>
        </Sample>
      </div>
      <div>
        <h3 className="mb-6 text-sm font-semibold">{text.icons}</h3>
        <IconTable />
      </div>
    </>
  )
}

/** By name: taken all at once, every icon would be kept in the file that all pages load. */
const ICONS = {
  ArrowLeftIcon,
  ArrowRightIcon,
  BagIcon,
  CheckIcon,
  ChevronDownIcon,
  CloseIcon,
  HeartIcon,
  MenuIcon,
  MinusIcon,
  PlusIcon,
  SearchIcon,
  ZoomIcon,
  MoonIcon,
  SunIcon,
  SystemIcon,
}

/** Every icon with its name in the code. */
function IconTable() {
  return (
    <ul className="grid grid-cols-[repeat(auto-fill,minmax(6.5rem,1fr))] gap-x-4 gap-y-6">
      {Object.entries(ICONS).map(([name, Icon]) => (
        <li key={name} className="flex flex-col items-start gap-2.5">
          <Icon className="size-6" />
          <code className="text-xs break-all text-quiet">{name.replace(/Icon$/, '')}</code>
        </li>
      ))}
    </ul>
  )
}
