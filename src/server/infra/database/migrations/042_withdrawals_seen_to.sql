-- What tells whose a return is that nobody heard of, and what the staff have seen to without the books showing it.
ALTER TABLE withdrawals
  DROP COLUMN back_before,
  -- {line id: {asked, before}}: what the last try asked to come back, and how many of the line were coming before it
  ADD COLUMN tried jsonb,
  -- of `lines`, what the staff have seen to: [{id, title, label, quantity, kept}]
  ADD COLUMN closed_lines jsonb NOT NULL DEFAULT '[]';
