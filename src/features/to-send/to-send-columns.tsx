import type { ToSend } from '../../domain/shops/to-send.ts';
import type { Column } from '../../ui/list/data-table.tsx';
import { RowLink } from '../../ui/list/row-link.tsx';
import { Verbatim } from '../../ui/verbatim.tsx';

/** Columns for who gets what, with each problem in its cell. `linkOf`: null where there is nothing to open. */
export const toSendColumns = <Row,>(
  read: (row: Row) => ToSend,
  linkOf: (row: Row) => string | null = () => null,
): Column<Row>[] => {
  const renderName = (row: Row) => {
    const link = linkOf(row);
    const name = <Verbatim>{read(row).to || 'No name'}</Verbatim>;
    return link === null ? <span>{name}</span> : <RowLink to={link}>{name}</RowLink>;
  };
  const renderAddress = (row: Row) => <Verbatim>{read(row).address || '—'}</Verbatim>;
  const renderProblems = (row: Row) => <Problems of={read(row).problems.to} />;
  return [
    {
      head: 'To',
      place: 'main',
      second: 'Address',
      split: 'halves',
      cell: (row) => (
        <>
          {renderName(row)}
          <span className="second-line">{renderAddress(row)}</span>
          {renderProblems(row)}
        </>
      ),
      desk: [
        {
          head: 'To',
          cell: (row) => (
            <>
              {renderName(row)}
              {renderProblems(row)}
            </>
          ),
        },
        { head: 'Address', cell: renderAddress },
      ],
    },
    {
      head: 'Parcel',
      place: 'body',
      cell: (row) => {
        const { parcel, problems, notes } = read(row);
        return (
          <>
            {parcel}
            <Problems of={problems.parcel} />
            {notes.map((note) => (
              <span key={note} className="second-line">
                {note}
              </span>
            ))}
          </>
        );
      },
    },
  ];
};

export const Problems = ({ of: problems = [] }: { of: readonly string[] | undefined }) =>
  problems.length > 0 && (
    <ul className="!col-span-full grid gap-1 text-small font-400 text-bad-text">
      {problems.map((problem) => (
        <li key={problem}>{problem}</li>
      ))}
    </ul>
  );
