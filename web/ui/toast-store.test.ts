import { expect, test } from 'vitest'
import { toasts } from './toast-store.ts'

const titles = (): string[] => toasts.current().map((toast) => toast.title)

test('the same message again takes the place of the first; others stay', () => {
  toasts.show('bad', 'Failed to load folders', 'Please try again.')
  toasts.show('bad', 'Failed to load processing logs')
  toasts.show('bad', 'Failed to load folders', 'Please try again.')
  expect(titles()).toEqual(['Failed to load processing logs', 'Failed to load folders'])
  toasts.show('bad', 'Failed to load folders', 'For another reason.')
  expect(titles()).toHaveLength(3)
  for (const { id } of toasts.current()) toasts.dismiss(id)
  expect(titles()).toEqual([])
})
