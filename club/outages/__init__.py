"""What happens while the database is away or takes nothing: who is told so, after how long, and what goes on."""
