import { MoonIcon, SunIcon, SystemIcon } from '../../shell/color-mode/color-mode-icons.tsx'
import { AccountIcon } from '../../ui/account-icon.tsx'
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

/** A namespace import would include every icon in the bundle that all pages load. */
const ICONS = {
  AccountIcon,
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

export function IconTable() {
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
