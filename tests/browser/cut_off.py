"""Finds text that is cut off, by geometry: any part of it outside an element that clips it."""

from typing import Any

from playwright.sync_api import Page

# A line of text is cut if an ancestor that clips ends before it does. Text that can be scrolled to is not cut (long
# lists: the log, the chat, a sheet, the page itself, unless the page is a table). Left out: input fields, which show
# one line; names, which people may make long; and `sr`, which is for screen readers only.
FIND = """([names, scrolling]) => {
  const pen = document.createElement('canvas').getContext('2d')
  const lists = `html, body, #app, main:not(.table), dialog, .sheet.open, .sheet.open *, ${scrolling}`
  const isName = text => names.includes(text.trim()) || /^https?:/.test(text.trim())
  const isSeen = each => each.checkVisibility({ opacityProperty: true, visibilityProperty: true })
  const isTable = document.querySelector('main.table') !== null
  const mayScroll = each => each.matches(lists) && !(isTable && each.matches('html, body, #app'))
  const found = new Set()
  const tell = (each, text, by) => {
    const where = each.closest('[id], [class]')
    found.add(`${where.id ? '#' + where.id : '.' + where.className}: ${text.trim().slice(0, 60)} (${by})`)
  }
  const isForEars = each => {
    for (let at = each; at; at = at.parentElement) if (getComputedStyle(at).clipPath !== 'none') return true
    return false
  }
  const clips = each => {
    const look = getComputedStyle(each)
    return [look.overflowX !== 'visible', look.overflowY !== 'visible']
  }
  const walker = document.createTreeWalker(document.getElementById('app'), NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const text = node.textContent
    const own = node.parentElement
    if (!text.trim() || isName(text) || !isSeen(own) || own.closest('svg, .sr, select, textarea, .skip')) continue
    if (isForEars(own)) continue
    const range = document.createRange()
    range.selectNodeContents(node)
    const lines = [...range.getClientRects()].filter(line => line.width > 1)
    for (let each = own; each; each = each.parentElement) {
      const look = getComputedStyle(each)
      if (look.display === 'contents') continue
      const [across, down] = clips(each)
      const box = each.getBoundingClientRect()
      // letters are lower than their line
      const out = lines.map(line => Math.max(
        across ? Math.max(line.right - box.right, box.left - line.left) : 0,
        down ? Math.max(line.bottom - box.bottom - line.height / 6, box.top - line.top - line.height / 6) : 0))
      const most = Math.max(0, ...out)
      if (most > 1.5 && !mayScroll(each)) {
        tell(own, text, `${most.toFixed(1)} px outside of ${each.tagName.toLowerCase()}.${each.className}`)
        break
      }
      if (each.matches(lists) || look.position === 'fixed') break
    }
    const isShortened = getComputedStyle(own).textOverflow === 'ellipsis' && own.scrollWidth > own.clientWidth + 1
    if (isShortened) tell(own, text, 'ellipsis')
  }
  const fields = '#app :is(input:not([type=checkbox], [type=radio], [type=file], [type=range]), select)'
  for (const each of document.querySelectorAll(fields)) {
    const text = each.matches('select') ? (each.selectedOptions[0]?.textContent ?? '') : each.placeholder
    if (!text || isName(text) || !isSeen(each)) continue
    const look = getComputedStyle(each)
    pen.font = `${look.fontStyle} ${look.fontWeight} ${look.fontSize} ${look.fontFamily}`
    const room = each.clientWidth - parseFloat(look.paddingLeft) - parseFloat(look.paddingRight)
    const width = pen.measureText(text.trim()).width
    if (width > room + 1) tell(each, text, `${(width - room).toFixed(1)} px in a field`)
  }
  return [...found]
}"""
SCROLLING = "#log, #log *, .chat ol, .chat ol *"


def cut_off(page: Page, names: tuple[str, ...] = (), scrolling: str = SCROLLING) -> list[str]:
    """Texts that are cut, each with its place and what cuts it."""
    page.evaluate("document.fonts.ready")
    found: list[Any] = page.evaluate(FIND, [list(names), scrolling])
    return [str(each) for each in found]
