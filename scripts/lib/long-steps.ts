interface LongStep {
  name: string
  what: string
  /** A script of this repository or a program of its packages, and its arguments. */
  command: string[]
}

/**
 * The steps of `npm run test:long`. What cannot run as a whole takes another part each day.
 * @param minutes the aim for all steps together
 * @param day since 1970
 */
export function longSteps({ minutes, seed, day }: { minutes: number; seed: number; day: number }): LongStep[] {
  const vitest = (project: string, ...args: string[]): string[] => ['vitest', 'run', '--project', project, ...args]
  const turn = (parts: number): string => `${(day % parts) + 1}/${parts}`
  const inLong = ['model', 'torture', 'faults'].flatMap((folder) => ['--exclude', `test/${folder}/**`])
  return [
    { name: 'audit', what: 'known vulnerabilities of packages', command: ['scripts/audit-dependencies.ts'] },
    { name: 'suite', what: 'npm test with random inputs in a random order', command: vitest('suite') },
    { name: 'long', what: 'time, memory, whole axes of providers and steps', command: vitest('long', ...inLong) },
    { name: 'pages', what: 'states of screens, detours of journeys, widths, themes', command: vitest('e2e-long') },
    {
      name: 'model',
      what: 'random events against a reference model of sorting',
      command: ['test/model/main.ts', '--runs', String(Math.ceil(minutes * 1.5)), `--seed=${seed}`],
    },
    {
      name: 'torture',
      what: 'processes are killed while email arrives',
      command: [
        'test/torture/main.ts',
        '--kills',
        String(Math.ceil(minutes / 5)),
        '--mails',
        '200',
        '--seed',
        `${seed}`,
      ],
    },
    { name: 'faults', what: 'a part of the fault matrix', command: ['test/faults/main.ts', '--part', turn(48)] },
    {
      name: 'fuzz',
      what: 'random and hostile text for each parser',
      command: ['test/fuzz/main.ts', '--minutes', (minutes / 160).toFixed(2), '--seed', `${seed}`],
    },
    {
      name: 'mutants',
      what: 'deliberate faults in the code',
      command: ['test/mutants/main.ts', '--part', turn(10)],
    },
  ]
}
