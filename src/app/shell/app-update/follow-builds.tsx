import { useContext, useEffect } from 'react'

import { loadNextPageWhole } from '../../routing/navigate-from-links.ts'
import { usePage } from '../../routing/page-context.tsx'
import { beginPreloading } from './begin-preloading.ts'
import { FindPage } from './find-page.ts'
import { watchBuilds } from './watch-builds.ts'

/** The next page loads as a whole document if there is a newer build. Until then, pages are preloaded. */
export function FollowBuilds() {
  const { build, locale } = usePage()
  const findPage = useContext(FindPage)
  useEffect(() => {
    if (!build) return undefined
    const preloading = new AbortController()
    const stopWatching = watchBuilds(build, () => {
      preloading.abort()
      loadNextPageWhole()
    })
    void beginPreloading({ build, locale, findPage, signal: preloading.signal })
    return () => {
      preloading.abort()
      stopWatching()
    }
  }, [build, locale, findPage])
  return null
}
