import { useContext, useEffect } from 'react'

import { loadNextPageWhole } from '../../routing/navigate-from-links.ts'
import { usePage } from '../../routing/page-context.tsx'
import { beginPreloading } from './begin-preloading.ts'
import { FindPage } from './find-page.ts'
import { watchBuilds } from './watch-builds.ts'

/** Lets the next page be a newer build's where there is one, and else brings its files when someone reaches for it. */
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
