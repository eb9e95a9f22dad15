import { ChevronLeft, ChevronRight } from 'lucide-react'
import { t } from '../texts/translate.ts'
import { Button } from './button.tsx'

interface PageStepsProps {
  page: number
  pages: number
  onShow: (page: number) => void
}

export const PageSteps = ({ page, pages, onShow }: PageStepsProps) => (
  <nav
    aria-label={t('Pages')}
    className="flex flex-wrap items-center justify-between gap-3 border-t border-line px-5 py-3 text-sm"
  >
    <Button icon={<ChevronLeft aria-hidden="true" />} disabled={page <= 1} onClick={() => onShow(page - 1)}>
      {t('Previous')}
    </Button>
    <span className="text-muted">{t('Page {page} of {pages}', { page, pages })}</span>
    <Button disabled={page >= pages} onClick={() => onShow(page + 1)}>
      {t('Next')}
      <ChevronRight aria-hidden="true" />
    </Button>
  </nav>
)
