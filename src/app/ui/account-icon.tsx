import { Icon, type IconProps } from './icons.tsx'

/** Apart from the other icons, because the scripts of every page include those. */
export function AccountIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <path d="M12 11.5a3.75 3.75 0 1 0 0-7.5 3.75 3.75 0 0 0 0 7.5ZM4.75 20a7.25 7.25 0 0 1 14.5 0" />
    </Icon>
  )
}
