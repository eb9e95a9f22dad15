import { expect, test } from 'vitest'
import { activityWords } from './activity-words.ts'

test('what happened is said in words', () => {
  expect(activityWords('password_changed')).toEqual({ text: 'Password changed' })
  expect(activityWords('sign_in_failed')).toEqual({ text: 'Sign-in refused: wrong password or code', isAlarming: true })
})

test('what is not known is shown readably', () => {
  expect(activityWords('something_new')).toEqual({ text: 'Something new' })
  expect(activityWords('constructor')).toEqual({ text: 'Constructor' })
})
