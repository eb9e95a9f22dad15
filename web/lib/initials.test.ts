import { expect, test } from 'vitest'
import { initialsOf } from './initials.ts'

test.each([
  ['robin.maes@contoso.example', 'RM'],
  ['Élodie_de-smet@contoso.example', 'ÉD'],
  ['info@contoso.example', 'I'],
  ['7.eleven@contoso.example', '7E'],
  ['...@contoso.example', ''],
])('%s: %s', (email, initials) => expect(initialsOf(email)).toBe(initials))
