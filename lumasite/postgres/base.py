"""PostgreSQL as Django has it, over a pool that is well again as soon as its server is.

A pool keeps connections whose server has gone, and gives each of them to somebody who is then told that it is dead.
Django's remedy asks the server before each request, and waits longer for each dead one in turn. Here a connection that
the server has ended is known by its socket, which then has something to read: looking costs no round trip.
"""

import select
from time import monotonic
from typing import Any, Final

from django.db.backends.postgresql import base
from psycopg import Connection, Error
from psycopg_pool import ConnectionPool, PoolTimeout

#: Seconds that somebody waits for a connection, at most.
PATIENCE: Final = 5.0
#: One that broke in use tells of the others; those that broke beside it tell nothing more for as many seconds.
_NEWS: Final = 1.0


class DatabaseWrapper(base.DatabaseWrapper):
    """Lends no connection that has ended, and waits for a server that is away once, not once for each request."""

    #: Shared by all threads, as the pool is.
    _is_away = False
    _drained = 0.0

    def get_new_connection(self, conn_params: dict[str, Any]) -> Any:
        """A connection that works as far as this side can tell (raises PoolTimeout)."""
        until = monotonic() + (0 if DatabaseWrapper._is_away else PATIENCE)
        while True:
            try:
                connection = super().get_new_connection(conn_params)
            except PoolTimeout:
                if monotonic() < until:
                    continue
                DatabaseWrapper._is_away = True
                raise
            if self.pool is None or has_server(connection):
                DatabaseWrapper._is_away = False
                return connection
            self._give_back(connection)

    def _give_back(self, connection: Any) -> None:
        """A closed connection that comes back is replaced by the pool."""
        connection.close()
        self.pool.putconn(connection)

    def _close(self) -> None:
        """Give the connection back; one that broke in use takes those with it that were idle meanwhile.

        A network that swallows everything shows nothing at the sockets: each of them would cost somebody seconds.
        """
        is_news = self.connection is not None and self.connection.broken and self._is_first()
        super()._close()  # type: ignore[misc]  # the stubs leave it out
        if is_news and self.pool is not None:
            self.pool.drain()

    def _is_first(self) -> bool:
        now = monotonic()
        is_first = now - DatabaseWrapper._drained > _NEWS
        if is_first:
            DatabaseWrapper._drained = now
        return is_first


def has_server(connection: Connection[Any]) -> bool:
    """Whether a connection that waits for nothing has a server; that is asked only when something lies there unread."""
    poll = select.poll()
    poll.register(connection.fileno(), select.POLLIN)
    if not poll.poll(0):
        return True
    try:
        ConnectionPool.check_connection(connection)
    except Error:
        return False
    return True
