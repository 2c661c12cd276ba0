export function findMotion(): string[] {
  const named = (element: Element | null) => element?.outerHTML.slice(0, 120) ?? ''
  const running = document.getAnimations().filter(({ playState, effect }) => {
    const { duration = 0, iterations = 1 } = effect?.getTiming() ?? {}
    return playState === 'running' && (Number(duration) > 1 || iterations === Number.POSITIVE_INFINITY)
  })
  const slow = [...document.querySelectorAll('*')].filter((element) => {
    const { transitionDuration, scrollBehavior } = getComputedStyle(element)
    return scrollBehavior === 'smooth' || transitionDuration.split(',').some((time) => parseFloat(time) > 0.001)
  })
  return [
    ...running.map(({ effect }) => `moves: ${named((effect as KeyframeEffect).target)}`),
    ...slow.map((element) => `would move: ${named(element)}`),
  ]
}
