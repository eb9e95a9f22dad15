import { type RefObject, useEffect, useRef, useState } from 'react'

type Problems<Field extends string> = Partial<Record<Field, string | null>>

interface FieldProblems<Field extends string> {
  form: RefObject<HTMLFormElement | null>
  problems: Problems<Field>
  /** @returns whether all is well; else the first wrong field has the focus, so that its problem is read out */
  check: (found: Problems<Field>) => boolean
  forget: (field: Field) => void
}

export function useFieldProblems<Field extends string>(): FieldProblems<Field> {
  const form = useRef<HTMLFormElement>(null)
  const [problems, setProblems] = useState<Problems<Field>>({})
  const [tries, setTries] = useState(0)

  useEffect(() => {
    if (tries > 0) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [tries])

  return {
    form,
    problems,
    check: (found) => {
      setProblems(found)
      setTries((count) => count + 1)
      return Object.values(found).every((problem) => problem === null)
    },
    forget: (field) => setProblems((before) => ({ ...before, [field]: null })),
  }
}
