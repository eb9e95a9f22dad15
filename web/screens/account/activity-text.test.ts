import { expect, test } from 'vitest'
import { activityText } from './activity-text.ts'

test('describes known actions', () => {
  expect(activityText('password_changed')).toEqual({ text: 'Password changed', isAlarming: false })
  expect(activityText('sign_in_failed')).toEqual({ text: 'Sign-in failed: wrong password or code', isAlarming: true })
})

test('makes unknown actions readable', () => {
  expect(activityText('something_new')).toMatchObject({ text: 'Something new' })
  expect(activityText('constructor')).toMatchObject({ text: 'Constructor' })
})
