import { MeasureVisit } from '../../analytics/measure-visit.tsx'
import { FollowBuilds } from '../../app-update/follow-builds.tsx'
import { ConsentBar } from '../../consent/consent-bar.tsx'
import { Popups } from '../../newsletter/popups/popups.tsx'
import { AskedPopups } from './asked-popups.tsx'

/** What goes on beside the pages for as long as somebody is in the shop. */
export function Visit() {
  return (
    <>
      <ConsentBar />
      <Popups />
      <AskedPopups />
      <MeasureVisit />
      <FollowBuilds />
    </>
  )
}
