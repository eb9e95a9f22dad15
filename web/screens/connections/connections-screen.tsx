import { Plug } from 'lucide-react'
import { PageHeading } from '../../shell/page-heading.tsx'
import { useProduct } from '../../shell/product.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'

export function ConnectionsScreen() {
  const { name } = useProduct()
  return (
    <>
      <PageHeading
        title="Connections"
        description={`Connect external services, so that attachments, customer data and notifications flow from ${name} into the tools you use.`}
      />
      <Card className="max-w-3xl">
        <EmptyState
          level={2}
          icon={<Plug />}
          title="Connections open soon"
          description="There is nothing to connect in this version yet. Sorting your mailbox works without it."
        />
      </Card>
    </>
  )
}
