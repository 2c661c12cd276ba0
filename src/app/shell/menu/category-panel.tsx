import { CheckIcon } from '../../ui/icons.tsx'
import { useMenuCategories } from './shop-navigation.tsx'

export function CategoryPanel() {
  const menu = useMenuCategories()
  return menu ? (
    <nav aria-label={menu.name}>
      <p className="label-caps pt-5 pb-1 text-gold">{menu.name}</p>
      <ul>
        {menu.links.map(({ href, name, isCurrent }) => (
          <li key={href} className="border-b border-line last:border-b-0">
            <a
              href={href}
              aria-current={isCurrent ? 'page' : undefined}
              className="group display flex min-h-14 items-center justify-between gap-4 text-2xl hover:text-gold"
            >
              {name}
              <CheckIcon className="hidden size-5 shrink-0 text-gold group-aria-[current]:block" />
            </a>
          </li>
        ))}
      </ul>
    </nav>
  ) : null
}
