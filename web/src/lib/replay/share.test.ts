import { beforeEach, expect, it, vi } from 'vitest'
import * as rest from '../net/rest'
import { replayPath, reviewPath } from '../router.svelte'
import { shareLink, type Game } from './share'

vi.mock('../net/rest')
const GUEST = { id: 'own', key: 'secret', match: 1, game: 'rattus', you: { role: 'chair', chair: 2, seat: 'yellow' } } as Game

beforeEach(() => {
  localStorage.clear()
  vi.mocked(rest.getRecord).mockResolvedValue({} as never)
  vi.mocked(rest.makeTable).mockResolvedValue({ table: 'copy', keys: { watch: 'look', chairs: [] } } as never)
  vi.mocked(rest.askForReview)
    .mockReset()
    .mockResolvedValue({} as never)
})

it('has the review of the table that is made for a link begin at once', async () => {
  expect(await shareLink(GUEST, reviewPath)).toBe(location.origin + reviewPath('copy', 'look'))
  expect(rest.askForReview).toHaveBeenCalledWith('copy', 'look', 0)
  vi.mocked(rest.askForReview).mockRejectedValue(new Error('busy'))
  expect(await shareLink(GUEST, reviewPath)).toContain('copy')
})

it('asks for no review where the replay is shown, or where the key to watch is known', async () => {
  expect(await shareLink(GUEST, replayPath)).toBe(location.origin + replayPath('copy', 'look'))
  expect(await shareLink({ ...GUEST, you: { role: 'watch' } as never }, reviewPath)).toBe(location.origin + reviewPath('own', 'secret', 1))
  expect(rest.askForReview).not.toHaveBeenCalled()
})
