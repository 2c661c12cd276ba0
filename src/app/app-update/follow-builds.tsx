/** Notices that the shop was built anew, and lets the next page be the new one. */
export function FollowBuilds() {
  return null
}
