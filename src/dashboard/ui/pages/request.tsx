import { Breadcrumbs } from '@mantine/core';
import { useNavigate, useParams } from '@tanstack/react-router';
import { PageHeader } from '../components/layout.tsx';
import { AnchorLink } from '../components/links.tsx';
import { RequestDetails } from '../requests/detail.tsx';

export const RequestPage = () => {
  const { requestId = '' } = useParams({ strict: false });
  const navigate = useNavigate();
  return (
    <>
      <Breadcrumbs mb="xs">
        <AnchorLink to="/requests" size="sm">
          Requests
        </AnchorLink>
      </Breadcrumbs>
      <PageHeader title="Request" />
      <RequestDetails
        requestId={requestId}
        onGone={() => void navigate({ to: '/requests', replace: true })}
      />
    </>
  );
};
