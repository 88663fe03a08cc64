/** The server speaks a newer version than this page: the reader is told, and the page is loaded again, once. */

import { PROTOCOL } from './protocol'
import { PRODUCT } from '../product'

const RELOADED = `${PRODUCT}.outdated`
const READING = 2500 // milliseconds to read the sentence

/** Loads the page again. False if that was done for this version already: then the reader has to try. */
export function reloadOnce(reload: () => void = () => location.reload(), wait = READING): boolean {
  if (sessionStorage.getItem(RELOADED) === String(PROTOCOL)) return false
  sessionStorage.setItem(RELOADED, String(PROTOCOL))
  setTimeout(reload, wait)
  return true
}
