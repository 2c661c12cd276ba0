import { categoryPath } from '#shared/page/page-paths.ts'

import { useCategories } from '../../listing/use-categories.ts'
import { useLocalePath } from '../../routing/page-context.tsx'
import { Accordion } from '../../ui/accordion.tsx'
import { Breadcrumbs } from '../../ui/breadcrumbs.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Sample } from '../sample.tsx'
import { useGuideMessages } from '../use-guide-messages.ts'

export function Messages() {
  const { messages: texts } = useGuideMessages()
  const to = useLocalePath()
  const [category] = useCategories()
  return (
    <>
      <div className="grid items-start gap-6 md:grid-cols-2">
        <Sample name={texts.plain}>
          <Notice>{texts.plainText}</Notice>
        </Sample>
        <Sample name={texts.error}>
          <Notice tone="error">{texts.errorText}</Notice>
        </Sample>
      </div>
      <Sample name={texts.folds}>
        <div className="border-t border-line">
          <Accordion title={texts.foldTitle} open>
            {texts.foldText}
          </Accordion>
          <Accordion title={texts.foldClosed}>{texts.foldText}</Accordion>
        </div>
      </Sample>
      <Sample name={texts.way}>
        <Breadcrumbs
          label={texts.way}
          crumbs={[
            { label: texts.title, href: to('/styleguide') },
            ...(category ? [{ label: category.name, href: to(categoryPath(category.handle)) }] : []),
          ]}
        />
      </Sample>
      <Sample name={texts.nothing}>
        <div className="border border-line px-5">
          <EmptyState title={texts.nothingTitle} text={texts.nothingText}>
            <ButtonLink href={to('/shop/viewAll')}>{texts.nothingLink}</ButtonLink>
          </EmptyState>
        </div>
      </Sample>
    </>
  )
}
