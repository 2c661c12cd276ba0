import { useLocalePath } from '../../routing/page-context.tsx'
import { useCategories } from '../../shop/use-categories.ts'
import { Accordion } from '../../ui/accordion.tsx'
import { Breadcrumbs } from '../../ui/breadcrumbs.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Sample } from '../sample.tsx'
import { useWords } from '../use-words.ts'

/** What the shop says, and the ways on that it offers. */
export function Messages() {
  const { words } = useWords()
  const to = useLocalePath()
  const [category] = useCategories()
  return (
    <>
      <div className="grid items-start gap-6 md:grid-cols-2">
        <Sample name={words.plain}>
          <Notice>{words.plainText}</Notice>
        </Sample>
        <Sample name={words.error}>
          <Notice tone="error">{words.errorText}</Notice>
        </Sample>
      </div>
      <Sample name={words.folds}>
        <div className="border-t border-line">
          <Accordion title={words.foldTitle} open>
            {words.foldText}
          </Accordion>
          <Accordion title={words.foldClosed}>{words.foldText}</Accordion>
        </div>
      </Sample>
      <Sample name={words.way}>
        <Breadcrumbs
          label={words.way}
          crumbs={[
            { label: words.title, href: to('/styleguide') },
            ...(category ? [{ label: category.name, href: to(`/shop/${category.handle}`) }] : []),
          ]}
        />
      </Sample>
      <Sample name={words.nothing}>
        <div className="border border-line px-5">
          <EmptyState title={words.nothingTitle} text={words.nothingText}>
            <ButtonLink href={to('/shop/viewAll')}>{words.nothingLink}</ButtonLink>
          </EmptyState>
        </div>
      </Sample>
    </>
  )
}
