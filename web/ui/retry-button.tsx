import { t } from '../texts/translate.ts'
import { Button, type ButtonProps } from './button.tsx'
import { useFocusHandover } from './use-focus-handover.ts'

interface RetryButtonProps extends Omit<ButtonProps, 'ref' | 'children' | 'onClick'> {
  onRetry: () => unknown
}

/** In place of content that could not be loaded. The focus moves on to the content. */
export function RetryButton({ onRetry, ...rest }: RetryButtonProps) {
  const ref = useFocusHandover()
  return (
    <Button ref={ref} onClick={() => void onRetry()} {...rest}>
      {t('Try Again')}
    </Button>
  )
}
