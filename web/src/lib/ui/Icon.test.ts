import { flushSync, mount, unmount } from 'svelte'
import { expect, it } from 'vitest'
import Icon, { type IconName } from './Icon.svelte'

/** What an icon of this name shows. */
function shown(name: string): Element {
  const target = document.createElement('div')
  const icon = mount(Icon, { target, props: { name: name as IconName } })
  flushSync()
  const svg = target.querySelector('svg')!.cloneNode(true) as Element
  void unmount(icon)
  return svg
}

it('shows the first letter of a thing that it has no drawing of, and nothing for nothing', () => {
  expect(shown('church').querySelector('path')).not.toBeNull()
  expect(shown('church').textContent).toBe('')
  expect(shown('guild').textContent).toBe('G')
  expect(shown('').textContent).toBe('')
})
