import type { Mutant } from './mutant.ts'

/** Faults against the rules about effects. */
export const effectMutants: readonly Mutant[] = [
  {
    name: 'the draft of an earlier attempt is not looked for',
    invariant: 8,
    file: 'server/actions/draft-reply/write-draft.ts',
    text: "if (progress === null) return { state: 'none' }",
    replacement: "if (progress !== undefined) return { state: 'none' }",
    tests: ['server/actions/draft-reply/draft-reply-worker-crash.test.ts'],
  },
  {
    name: 'the forward of an earlier attempt is not looked for',
    invariant: 8,
    file: 'server/actions/forward-mail/prepare-forward.ts',
    text: "if (progress === null) return { state: 'none' }",
    replacement: "if (progress !== undefined) return { state: 'none' }",
    tests: ['server/actions/forward-mail/forward-mail-worker-crash.test.ts'],
  },
  {
    name: 'a failed run does not name the account that it waits for',
    invariant: 9,
    file: 'server/actions/finish-run.ts',
    text: "const by = status === 'failed' ? (result.blockedBy ?? blockingAccount(run.type, reason)) : null",
    replacement: 'const by = null',
    tests: ['server/actions/retry-failed-runs.test.ts'],
  },
  {
    name: 'rights are not checked directly before an effect',
    invariant: 10,
    file: 'server/actions/execute-run.ts',
    text: 'if (stop !== null) throw new RunStopped(stop)',
    replacement: 'void stop',
    tests: ['server/actions/removal-while-running.test.ts'],
  },
  {
    name: 'a run continues with another configuration',
    invariant: 10,
    file: 'server/actions/run-preconditions.ts',
    text: 'if (preconditions.version !== preconditions.savedVersion)',
    replacement: 'if (preconditions.savedVersion === -1)',
    tests: ['server/actions/run-message-actions.test.ts'],
  },
  {
    name: "the operator's stop does not stop calls to Outlook",
    invariant: 10,
    file: 'server/mail/tokens/mailbox-grant.ts',
    text: 'if (stopped) throw pausedError(stoppedMailboxPauseMs)',
    replacement: 'void stopped',
    tests: ['test/stop-all.test.ts'],
  },
  {
    name: 'a tool may be called with other words than those of the plan',
    invariant: 11,
    file: 'server/actions/agent/authorize-tool-call.ts',
    text: 'if (freeTextOf(planned) !== freeTextOf(read.data))',
    replacement: 'if (freeTextOf(planned) === null)',
    tests: ['server/actions/agent/authorize-tool-call.test.ts'],
  },
  {
    name: 'a forward is sent to an address that has not agreed',
    invariant: 11,
    file: 'server/actions/forward-mail/forward-mail-queries.ts',
    text: "return found?.confirmed_at ? null : 'address_unconfirmed'",
    replacement: 'return null',
    tests: ['server/actions/forward-mail/forward-mail-races.test.ts'],
  },
]
