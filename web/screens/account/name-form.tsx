import { type FormEvent, type ReactNode, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { useFieldProblems } from './use-field-problems.ts'

const nameMaxLength = 100

interface NameFormProps {
  hint: string
  suggestion: string
  taken: readonly { name: string }[]
  busy: boolean
  busyLabel: string
  submitLabel: string
  /** Above the buttons: what went wrong. */
  problem?: ReactNode
  onCancel: () => void
  onSubmit: (name: string) => void
}

/** By which name a second step is known to its owner. */
export function NameForm({ suggestion, taken, busy, ...props }: NameFormProps) {
  const { form, problems, check, forget } = useFieldProblems<'name'>()
  const [name, setName] = useState(suggestion)
  const start = (event: FormEvent): void => {
    event.preventDefault()
    const wanted = name.trim()
    const isTaken = taken.some((each) => each.name.toLowerCase() === wanted.toLowerCase())
    const problem =
      wanted === '' ? 'Please enter a name' : isTaken ? 'You use this name already. Please choose another one.' : null
    if (check({ name: problem })) props.onSubmit(wanted)
  }
  return (
    <form ref={form} onSubmit={start} noValidate className="mt-5">
      <TextField
        label="Name"
        name="factor-name"
        autoComplete="off"
        maxLength={nameMaxLength}
        hint={props.hint}
        value={name}
        error={problems.name}
        onFocus={(event) => event.target.select()}
        onChange={(event) => {
          setName(event.target.value)
          forget('name')
        }}
      />
      {props.problem}
      <div className="mt-6 flex flex-wrap justify-end gap-2">
        <Button onClick={props.onCancel}>Cancel</Button>
        <Button type="submit" tone="primary" busy={busy}>
          {busy ? props.busyLabel : props.submitLabel}
        </Button>
      </div>
    </form>
  )
}
