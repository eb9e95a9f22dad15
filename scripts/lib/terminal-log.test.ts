import { expect, test } from 'vitest'
import { createTerminalLog } from './terminal-log.ts'

test('keeps the footer below the lines, also where it wraps', () => {
  const columns = 20
  let screen: string[] = ['']
  const write = (text: string): void => {
    const [erased = '', up] = /^.\[(\d+)A.\[0J/.exec(text) ?? []
    if (up) screen = [...screen.slice(0, screen.length - 1 - Number(up)), '']
    const rows = text.slice(erased.length).split('\n')
    screen = [...screen.slice(0, -1), ...rows.flatMap((row) => row.match(/.{1,20}/g) ?? [''])]
  }
  const log = createTerminalLog({ columns, write })
  log.line('one')
  log.setFooter(['ready', 'x'.repeat(25)])
  log.line('two')
  log.line('three')
  expect(screen).toEqual(['one', 'two', 'three', 'ready', 'x'.repeat(20), 'x'.repeat(5), ''])
  log.setFooter([])
  expect(screen).toEqual(['one', 'two', 'three', ''])
})
