import { type ChangeEvent, type RefObject, useEffect, useRef, useState } from 'react'

type FieldErrors<Name extends string> = Partial<Record<Name, string | null>>

/** Props of a text field. */
export interface FieldState {
  value: string
  error: string | null | undefined
  onChange: (event: ChangeEvent<HTMLInputElement>) => void
}

interface FormFields<Name extends string> {
  formRef: RefObject<HTMLFormElement | null>
  values: Record<Name, string>
  /** @param normalize applied to the text at each change */
  field: (name: Name, normalize?: (text: string) => string) => FieldState
  /** Sets a value and clears the field's error, as typing does. */
  setValue: (name: Name, value: string) => void
  /**
   * Shows the errors and focuses the first invalid field, so that its error is read out.
   * @returns whether there are none
   */
  showErrors: (errors: FieldErrors<Name>) => boolean
  reset: () => void
}

/**
 * Values and errors of a form with text fields. An error stays until its field changes. Not react-hook-form: it saves
 * no code here (its `onSubmit` revalidation keeps errors while the user types) and adds 15 kB to the account page.
 */
export function useFormFields<Name extends string>(initial: Record<Name, string>): FormFields<Name> {
  const formRef = useRef<HTMLFormElement>(null)
  const [values, setValues] = useState(initial)
  const [errors, setErrors] = useState<FieldErrors<Name>>({})
  const [validations, setValidations] = useState(0)

  useEffect(() => {
    if (validations > 0) formRef.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [validations])

  const setValue = (name: Name, value: string): void => {
    setValues((before) => ({ ...before, [name]: value }))
    setErrors((before) => ({ ...before, [name]: null }))
  }
  return {
    formRef,
    values,
    field: (name, normalize = (text) => text) => ({
      value: values[name],
      error: errors[name],
      onChange: (event) => setValue(name, normalize(event.target.value)),
    }),
    setValue,
    showErrors: (found) => {
      setErrors(found)
      setValidations((count) => count + 1)
      return Object.values(found).every((error) => error === null)
    },
    reset: () => setValues(initial),
  }
}

export const trimmed = (text: string): string => text.trim()
