import type { LoaderFunctionArgs } from 'react-router'

import { publicDataContext } from '../../routing/shop-data.ts'
import { toArticle, type Article } from '../article/article.ts'

export async function loadArticles({ params, context }: LoaderFunctionArgs): Promise<Article[]> {
  const found = await context.get(publicDataContext).content.query({
    where: [{ _dir: 'blogs', _partial: false, _type: 'markdown' }, { _locale: params['lang'] }],
    sort: [{ date: -1 }],
    without: ['body'],
  })
  return (found as Record<string, unknown>[]).map(toArticle)
}
