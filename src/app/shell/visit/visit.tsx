import { MeasureVisit } from '../../analytics/measure-visit.tsx'
import { ConsentBar } from '../../consent/consent-bar.tsx'
import { Popups } from '../../newsletter/popups/popups.tsx'
import { FollowBuilds } from '../app-update/follow-builds.tsx'
import { AskedPopups } from './asked-popups.tsx'
import { Harmless } from './harmless.tsx'

const PARTS = [ConsentBar, Popups, AskedPopups, MeasureVisit, FollowBuilds]

/** What goes on beside the pages for as long as someone is in the shop. None of it takes another with it. */
export function Visit() {
  return PARTS.map((Part, index) => (
    <Harmless key={index}>
      <Part />
    </Harmless>
  ))
}
