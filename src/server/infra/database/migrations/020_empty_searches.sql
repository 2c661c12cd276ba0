-- What shoppers looked for in vain, by day. Nothing tells who it was, not even that two were looked for by one person.
CREATE TABLE empty_searches (
  day date NOT NULL,
  locale text NOT NULL CHECK (locale IN ('en', 'ru')),
  -- Lower case, in one line, at most 60 characters; never what looks personal.
  query text NOT NULL,
  times integer NOT NULL,
  -- Whether pieces that only come near were shown when it was looked for last.
  has_nearest boolean NOT NULL,
  noted_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (day, locale, query)
);
